// `$secrets`: external secrets, which only expressions in the data of credentials can read.
import { ExpressionError } from '../errors.ts';
import { byName } from './legacy-node.ts';

/** Returns the value of a secret. Throws ExpressionError. */
export type SecretReader = (provider: string, name: string) => string;

/** Returns the value of `$secrets`, read as `$secrets.<provider>.<name>`. Neither providers nor secrets can be listed. */
export const secretsTable = (read: SecretReader): object =>
  byName(
    (provider) =>
      byName(
        (name) => read(provider, name),
        () => [],
      ),
    () => [],
  );

const withoutSecrets = new WeakSet<object>();

/** Whether a value is `$secrets`, used outside of credentials. As the value of an expression it is undefined. */
export const hasNoSecrets = (value: object): boolean => withoutSecrets.has(value);

/** Returns the value of `$secrets` outside of credentials: reading a secret throws an error that explains where it is possible. */
export function noSecrets(): object {
  const table = byName(
    () => {
      throw new ExpressionError('$secrets can be read in credentials only', {
        description: 'Enter the expression in a field of a credential, and choose that credential in the node.',
        context: { type: 'secrets_access_denied' },
      });
    },
    () => [],
  );
  withoutSecrets.add(table);
  return table;
}
