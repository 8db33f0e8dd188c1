"""Counts what Debian's python3-junitparser counts in the JUnit files of the collection: /usr/bin/python3 scripts/qa-collection/junit-oracle.py"""
import glob, json, os
from junitparser import JUnitXml, TestSuite, Failure, Error, Skipped

folder = os.path.join(os.path.dirname(__file__), '../../packages/capture/src/qa/collection')

def cases(node):
    for child in node:
        if isinstance(child, TestSuite):
            yield from cases(child)
        else:
            yield child

counts = {}
for path in sorted(glob.glob(folder + '/*.xml')):
    if os.path.getsize(path) == 0:
        continue  # vitest 1 without a test
    xml = JUnitXml.fromfile(path)
    found = list(cases(xml))
    def having(kind):
        return sum(any(isinstance(result, kind) for result in case.result) for case in found)
    counts[os.path.basename(path)] = {
        'tests': len(found), 'failures': having(Failure), 'errors': having(Error), 'skipped': having(Skipped),
        'bad': sum(any(isinstance(r, (Failure, Error)) for r in case.result) for case in found),
    }
with open(folder + '/junit-oracle.json', 'w') as out:
    json.dump(counts, out, indent=1)
    out.write('\n')
