// How a user is named in texts.

export interface NamedPerson {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** The full name, or else the e-mail address. */
export function personName({ firstName, lastName, email }: NamedPerson): string {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  return name === '' ? (email ?? '') : name;
}
