/** One project for packages and for examples, plus the examples taken out of TSDoc. Read by vitest.config.ts. */
export default ['packages/*', 'examples/*', 'scripts', '.cache/tsdoc-examples'];
