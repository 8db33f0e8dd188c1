/** One project per package, plus the examples taken out of TSDoc. Read by vitest.config.ts. */
export default ['packages/*', 'scripts', '.cache/tsdoc-examples'];
