import { isPlaceholder, isReference } from './placeholder.ts';

const STAND_INS =
  /^(?:x-oauth-basic|x-access-token|\*+|x+|\.+|-+|_+|p|pw|pwd|pass|passwd|passw|password|passwort|passphrase|passcode|p4ss|pa55|secret|secrets|secret123|mysecret|mypassword|mypass|my-password|my-secret|my_password|userpass|user_password|userpassword|dbpass|dbpassword|db_password|token|access_token|mytoken|apikey|api_key|key|test|tests|testing|test123|admin|root|user|username|guest|postgres|mysql|mongo|redis|rabbitmq|minio|minioadmin|foo|bar|baz|qux|hello|world|abc|abc123|123|1234|12345|123456|1234567|12345678|123456789|changeit|changeme|none|null|empty|credentials|passw0rd|p@ssw0rd|p@ssword|pa\$\$word|pass123|pass1234|password1|password12|password123|secretpassword|supersecret|super_secret|super-secret|hunter2|hidden|masked|removed|default|demo|dev|development|local|string|value|encoded|letmein|welcome|qwerty)$/i;

/** Whether a password is one that documentation uses, or no password but a reference to one. */
export function isStandIn(password: string, user = ''): boolean {
  return (
    STAND_INS.test(password) ||
    (user !== '' && password.toLowerCase() === user.toLowerCase()) ||
    /^[<[{]|&[lg]t;/.test(password) ||
    /^[a-z]{1,5}$/i.test(password) ||
    /^[:$%]?[A-Z]+(?:_[A-Z]+)*$/.test(password) ||
    isReference(password) ||
    isPlaceholder(password) ||
    (password.length >= 6 && new Set(password).size < 3)
  );
}
