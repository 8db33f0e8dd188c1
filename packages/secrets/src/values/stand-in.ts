import { isPlaceholder, isReference } from './placeholder.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Besides what the patterns below take for one.
const DOCUMENTATION = words(
  'x-oauth-basic x-access-token passwd password passwort passphrase passcode secret secrets userpass user_password ' +
    'userpassword access_token apikey api_key testing username anonymous anoncvs changeit changeme credentials hidden masked ' +
    'removed default development string encoded',
);
const WEAK = words(
  'dbpass dbpassword db_password postgres mysql mongo redis rabbitmq minio minioadmin supersecret super_secret super-secret secretpassword ' +
    'p4ss pa55 pa55word pa55w0rd p4ssword p4ssw0rd pa$$w0rd test@123 admin@123 welcome1 welcome123 secret123 test123 ' +
    'test1234 abc123 123 1234 12345 123456 1234567 12345678 123456789 passw0rd p@ssw0rd p@ssword pa$$word ' +
    'pass123 pass1234 password1 password12 password123 hunter2 letmein welcome qwerty qwerty123 admin123',
);

/** Whether a password is one that documentation uses, or no password but a reference to one. */
export function isStandIn(password: string, user = ''): boolean {
  const lower = password.toLowerCase();
  return (
    DOCUMENTATION.has(lower) ||
    (user !== '' && lower === user.toLowerCase()) ||
    /^[<[{]|&[lg]t;/.test(password) ||
    /^[a-z]{1,5}$/i.test(password) ||
    /^(?:some|my|your|the)[-_]?(?:password|passwd|pass|secret|token|pwd|key)$/i.test(password) ||
    /^[:$%]?[A-Z]+(?:_[A-Z]+)*$/.test(password) ||
    isReference(password) ||
    isPlaceholder(password) ||
    new Set(password).size < 3
  );
}

/** Whether a password is so weak that it stands for one in examples; on a real host people use these too. */
export function isWeakStandIn(password: string): boolean {
  return WEAK.has(password.toLowerCase());
}
