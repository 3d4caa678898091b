// `$secrets`: values of external secrets, in the data of credentials alone.
import { ExpressionError } from '../errors.ts';
import { byName } from './legacy-node.ts';

/** Returns the value of a secret. Throws ExpressionError. */
export type SecretReader = (provider: string, name: string) => string;

/** The value of `$secrets`: `$secrets.<provider>.<name>`. Neither providers nor secrets can be listed. */
export const secretsTable = (read: SecretReader): object =>
  byName(
    (provider) =>
      byName(
        (name) => read(provider, name),
        () => [],
      ),
    () => [],
  );

/** The value of `$secrets` outside of credentials. */
export const noSecrets = (): object =>
  byName(
    () => {
      throw new ExpressionError('$secrets can be read in credentials only', {
        description: 'Enter the expression in a field of a credential, and choose that credential in the node.',
        context: { type: 'secrets_access_denied' },
      });
    },
    () => [],
  );
