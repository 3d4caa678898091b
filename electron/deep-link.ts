// Links to the application: `millrace://new`, `millrace://workflow/ID`, `millrace://execution/ID`, `millrace://import?url=ADDRESS`. Any page or program can open them.
import type { ShellCommand } from '../engine/contract/desktop.ts';

export const linkScheme = 'millrace';

type LinkCommand = Extract<ShellCommand, { readonly type: 'show' | 'importUrl' }>;

const LONGEST = 2048;
const id = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns undefined if the link is not one of ours, or could lead elsewhere. */
export function commandOfLink(link: string): LinkCommand | undefined {
  const url = link.length <= LONGEST ? URL.parse(link) : null;
  if (url === null || url.protocol !== `${linkScheme}:` || url.username !== '' || url.port !== '') return undefined;
  const { host, pathname, searchParams } = url;
  const name = pathname.replace(/^\//, '').replace(/\/$/, '');
  if ((host === 'workflow' || host === 'execution') && id.test(name)) return { type: 'show', path: `/${host}/${name}` };
  if (host === 'new' && name === '') return { type: 'show', path: '/workflow' };
  const target = host === 'import' && name === '' ? URL.parse(searchParams.get('url') ?? '') : null;
  if (target === null || !/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '') return undefined;
  return { type: 'importUrl', url: target.href };
}
