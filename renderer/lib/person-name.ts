// Names users in texts.

export interface NamedPerson {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
}

/** Returns the full name, otherwise the e-mail address. */
export function personName({ firstName, lastName, email }: NamedPerson): string {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  return name === '' ? (email ?? '') : name;
}
