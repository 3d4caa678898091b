// Access to webhooks: node options that exclude crawlers and link previews, and addresses that are not listed.
import { BlockList, isIP } from 'node:net';
import type { WebhookContext, WebhookReply } from '../../../sdk/index.ts';
import { rejection, WRONG_DATA } from './auth.ts';

const crawler =
  /bot\b|bots?[/;)\s-]|crawl|spider|slurp|scrap|preview|facebookexternalhit|facebookcatalog|meta-external|whatsapp|embedly|vkshare|skypeuripreview|bingpreview|quora link|pinterest|lighthouse|headlesschrome|phantomjs|pingdom|uptime|monitor|archiver|ia_archiver|mediapartners|feedfetcher|google-read-aloud|linkedin|tumblr|flipboard|yandex|baidu|gptbot|chatgpt|claudebot|perplexity|validator/i;

/** A program's name and version, as of curl or a library. Browsers add in parentheses what they run on. */
const program = /^[\w.+-]+\/[\w.+-]*$/;

/** Whether a user agent is not that of a browser: it follows links automatically, or is a program. An empty one counts, too. */
export function isCrawler(userAgent: unknown): boolean {
  return typeof userAgent !== 'string' || userAgent.trim() === '' || program.test(userAgent.trim()) || crawler.test(userAgent);
}

const lists = new Map<string, BlockList>();

/** Whether an address is in a comma-separated list of addresses and ranges (`10.0.0.0/8`). An empty list allows every address. */
export function isListedAddress(list: string, address: string): boolean {
  if (list.trim() === '') return true;
  let blockList = lists.get(list);
  if (blockList === undefined) {
    if (lists.size > 100) lists.clear();
    blockList = readList(list);
    lists.set(list, blockList);
  }
  const family = isIP(address);
  return family !== 0 && blockList.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Invalid entries match no address. */
function readList(list: string): BlockList {
  const blockList = new BlockList();
  for (const entry of list.split(',').map((text) => text.trim())) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) continue;
    const type = family === 6 ? 'ipv6' : 'ipv4';
    const length = bits === undefined ? undefined : Number(bits);
    if (length === undefined) blockList.addAddress(address, type);
    else if (bits !== '' && Number.isInteger(length) && length >= 0 && length <= (family === 6 ? 128 : 32))
      blockList.addSubnet(address, length, type);
  }
  return blockList;
}

/** Returns the response for a caller that the options `ignoreBots` and `ipWhitelist` exclude; undefined if the caller is allowed. */
export function accessDenied(ctx: WebhookContext): WebhookReply | undefined {
  if (ctx.param('options.ignoreBots') === true && isCrawler(ctx.request.headers['user-agent'])) return rejection(403, WRONG_DATA);
  const list = ctx.param('options.ipWhitelist');
  if (list === undefined || list === '') return undefined;
  const addresses = Array.isArray(list) ? list.join(',') : String(list);
  return isListedAddress(addresses, ctx.request.ip) ? undefined : rejection(403, 'IP is not allowed to access the webhook!', {});
}
