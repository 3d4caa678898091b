// The pages of the help in their order, named after their files in resources/help.
export const helpPages = [
  'first-steps',
  'nodes',
  'expressions',
  'keys',
  'version-history',
  'credentials-and-keys',
  'troubleshooting',
  'coming-from-n8n',
] as const;

export type HelpPageName = (typeof helpPages)[number];

export const helpPath = (page: HelpPageName): string => `/help/${page}`;

const nodePages = '/help/nodes/';

/** Returns the type that a documentation URL of a core node names; undefined for other URLs. */
export const nodeOfHelpPath = (path: string | undefined): string | undefined =>
  path?.startsWith(nodePages) === true ? decodeURIComponent(path.slice(nodePages.length)) : undefined;

/** Path of the help page of a core node. */
export const nodeHelpPath = (type: string): string => nodePages + encodeURIComponent(type);
