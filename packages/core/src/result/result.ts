/** The Result types of the whole project. Adapters import them from here: two copies of neverthrow do not type-check together. */
export { Err, Ok, Result, ResultAsync, err, errAsync, ok, okAsync } from 'neverthrow';
