// The fields with which users replace the default scopes of an OAuth2 type.
import type { NodeProperty } from '../../workflow/node-type.ts';
import { hidden, text, toggle } from '../../sdk/index.ts';

/** Fields for `scope`: the default scopes, unless the user enters others. */
export const customScopes = (defaultScopes: string): readonly NodeProperty[] => [
  toggle('customScopes', 'Custom Scopes'),
  text('enabledScopes', 'Enabled Scopes', { default: defaultScopes, when: { customScopes: [true] } }),
  hidden('scope', `={{$self["customScopes"] ? $self["enabledScopes"] : "${defaultScopes}"}}`),
];
