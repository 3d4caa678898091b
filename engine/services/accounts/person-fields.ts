// Validates names, e-mail addresses and passwords of users.
import { AppError } from '../../contract/errors.ts';

/** Maximum length of a first or last name. */
const NAME_LENGTH = 32;
/** Maximum length of an e-mail address (RFC 5321). */
const EMAIL_LENGTH = 254;
const LOCAL_LENGTH = 64;
const PASSWORD_LENGTH = { least: 8, most: 64 } as const;

/** Plain addresses only: quotes, comments and lists could hide a header or a second recipient. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Control characters, line breaks, and bidirectional formatting characters. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Returns the address in lower case; undefined if it is invalid. */
export function emailOf(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  if (email.length > EMAIL_LENGTH || email.indexOf('@') > LOCAL_LENGTH) return undefined;
  return emailPattern.test(email) ? email : undefined;
}

/** Returns the address in lower case. Throws BAD_REQUEST. */
export function checkEmail(text: string): string {
  const email = emailOf(text);
  if (email !== undefined) return email;
  throw new AppError('BAD_REQUEST', 'This is not an e-mail address. Enter one such as anna@example.com.', { params: { field: 'email' } });
}

/** Returns the trimmed name. Throws BAD_REQUEST. */
export function checkName(text: string, field: 'firstName' | 'lastName'): string {
  const label = field === 'firstName' ? 'first name' : 'last name';
  const name = text.trim();
  const reject = (reason: string): AppError => new AppError('BAD_REQUEST', `The ${label} ${reason}`, { params: { field } });
  if (name === '') throw reject('is missing. Give one.');
  if (Array.from(name).length > NAME_LENGTH) throw reject(`is too long: it can have at most ${NAME_LENGTH} characters. Shorten it.`);
  if (unprintable.test(name) || !name.isWellFormed()) throw reject('has characters that cannot be shown. Leave them out.');
  return name;
}

/** Throws PASSWORD_INVALID, which lists every broken rule. */
export function checkPassword(password: string): void {
  const { length } = Array.from(password);
  const broken = [
    length < PASSWORD_LENGTH.least ? `at least ${PASSWORD_LENGTH.least} characters` : '',
    length > PASSWORD_LENGTH.most ? `at most ${PASSWORD_LENGTH.most} characters` : '',
    /\p{Nd}/u.test(password) ? '' : 'a number',
    /\p{Lu}/u.test(password) ? '' : 'a capital letter',
  ].filter((rule) => rule !== '');
  if (broken.length === 0) return;
  throw new AppError('PASSWORD_INVALID', `The password must have ${broken.join(', ')}. Choose another one.`, {
    params: { field: 'password' },
  });
}
