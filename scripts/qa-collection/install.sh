set -u
i() { d=$1; shift; mkdir -p /tmp/ev/t/$d; cd /tmp/ev/t/$d; [ -f package.json ] || echo '{"private":true}' > package.json; [ -d node_modules ] && return; nice -n 10 npm install --no-audit --no-fund --loglevel=error "$@" > /tmp/ev/$d.log 2>&1; echo "$d $?"; }
i vitest1 vitest@1 @vitest/coverage-v8@1
i vitest3 vitest@3 @vitest/coverage-v8@3
i vitest4 vitest@4 @vitest/coverage-v8@4
i jest29 jest@29 jest-junit@16 jest-ctrf-json-reporter
i jest30 jest@30 jest-junit@17 jest-ctrf-json-reporter
i mocha mocha@11 mocha-junit-reporter mocha-ctrf-json-reporter
i mocha10 mocha@10 
i eslint8 eslint@8 @microsoft/eslint-formatter-sarif@3 eslint-formatter-junit eslint-formatter-tap
i eslint9 eslint@9 @microsoft/eslint-formatter-sarif@3 eslint-formatter-junit eslint-formatter-unix eslint-formatter-compact
i eslint10 eslint@10 @microsoft/eslint-formatter-sarif@3
i ts5 typescript@5.9
i ava ava@6 tape@5 c8 concurrently pnpm@10.34.8
i tap tap@21
