import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@tributary/contract/accounts/limits.ts';

/** The first that anyone tries; compared in lower case. Shorter ones fail by their length already. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pa55word password! passwords
   mypassword newpassword 12345678 123456789 1234567890 12345678910 123123123 1234567a 1234qwer 12341234 11223344
   87654321 987654321 0987654321 147258369 qwertyuiop qwerty123 qwerty12 qwertyui qwerty1234 1q2w3e4r 1q2w3e4r5t
   1qaz2wsx zaq12wsx q1w2e3r4 asdfghjkl asdfasdf asdf1234 zxcvbnm123 qazwsxedc letmein1 letmein123 welcome1 welcome123
   iloveyou iloveyou1 sunshine princess football baseball superman batman123 trustno1 whatever starwars computer
   internet michelle jennifer jessica1 samantha charlie1 liverpool chelsea1 arsenal1 monkey123 dragon123 shadow123
   master123 abcd1234 abc12345 abcdefgh abcdefghi abcdefg1 a1b2c3d4 aa123456 changeme changeme1 changeme123 secret123
   topsecret admin123 admin1234 administrator adminadmin rootroot root1234 toor1234 guest123 test1234 testtest
   testing1 testing123 default1 temp1234 temporary gitlab123 tributary tributary1 tributary123 letmeinnow access14
   corvette mercedes maverick midnight fuckyou1 november september december superstar pokemon1 blink182 hello123
   hellohello helloworld freedom1 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}

/** What is wrong with a new password, as the end of a sentence; null when it will do. */
export function passwordProblem(password: string, owner: { username: string; email: string }): string | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return `is too short (minimum is ${MIN_PASSWORD_LENGTH} characters)`;
  if (length > MAX_PASSWORD_LENGTH) return `is too long (maximum is ${MAX_PASSWORD_LENGTH} characters)`;
  const lower = password.toLowerCase();
  const email = owner.email.toLowerCase();
  if ([owner.username.toLowerCase(), email, email.split('@')[0] ?? ''].includes(lower)) {
    return 'must not be the username or the email address';
  }
  if (COMMON.has(lower) || isOneCharacter(lower)) return 'is too common';
  return null;
}
