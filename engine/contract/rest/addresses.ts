// REST calls for the addresses at which webhooks, forms and waiting pages can be reached.
import { Type } from 'typebox';
import { route } from './route.ts';

const addressSchema = Type.Object({
  /** `loopback`: from this computer; `lan`: from its network; `public`: the address in the settings. */
  kind: Type.Union([Type.Literal('loopback'), Type.Literal('lan'), Type.Literal('public')]),
  /** Base URL of webhooks, or of the editor, with a trailing slash. */
  url: Type.String(),
});

const reachabilitySchema = Type.Object({
  /** `other`: something responds there, but it is not this instance. */
  result: Type.Union([Type.Literal('reachable'), Type.Literal('unreachable'), Type.Literal('other')]),
  /** Why it is unreachable, or what responded. */
  reason: Type.Optional(Type.String()),
});

export const addressRoutes = {
  list: route({
    method: 'GET',
    path: '/addresses',
    access: 'address:read',
    summary: 'Lists the addresses at which webhooks can be reached',
    response: Type.Array(addressSchema),
  }),
  sharedEditor: route({
    method: 'GET',
    path: '/addresses/editor',
    access: 'user:invite',
    summary: 'Returns the address to which links for other people lead; kind `loopback` if nobody else reaches it',
    response: addressSchema,
  }),
  check: route({
    method: 'POST',
    path: '/addresses/check',
    access: 'address:check',
    summary: 'Checks whether this instance responds at one of its addresses, by a request from this computer',
    body: Type.Object({ url: Type.String({ maxLength: 2000 }) }),
    response: reachabilitySchema,
  }),
};

export type InstanceAddress = Type.Static<typeof addressSchema>;
export type Reachability = Type.Static<typeof reachabilitySchema>;
