// The initials of a user.
import type { User } from '../../engine/contract/rest/users.ts';

const firstOf = (text: string | null): string => Array.from(text ?? '')[0] ?? '';

/** First letters of the name, else of the address. */
export const initialsOf = ({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  (firstOf(firstName) + firstOf(lastName) || firstOf(email) || '?').toUpperCase();
