// Entries of the help menu: the pages of the help, pages that the instance configures, and the About dialog.
import {
  ArrowRightLeft,
  BookOpen,
  Braces,
  CirclePlay,
  Footprints,
  GraduationCap,
  History,
  Info,
  KeyRound,
  Keyboard,
  LifeBuoy,
  MessagesSquare,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { helpPages, helpPath, type HelpPageName } from '../../lib/help-pages.ts';
import { isWebPage } from '../../state/settings.ts';
import type { MenuEntry } from '../../ui/floating/menu.tsx';
import { Icon } from '../../ui/icon.tsx';

type Topic = 'quickstart' | 'documentation' | 'forum' | 'courses';

/** URLs by topic, from the instance's settings. Topics without a URL are hidden. */
export type HelpAddresses = Readonly<Partial<Record<Topic, string>>>;

const topics: readonly (readonly [id: Topic, icon: LucideIcon])[] = [
  ['quickstart', CirclePlay],
  ['documentation', BookOpen],
  ['forum', MessagesSquare],
  ['courses', GraduationCap],
];

const pageIcons: Readonly<Record<HelpPageName, LucideIcon>> = {
  'first-steps': Footprints,
  nodes: Workflow,
  expressions: Braces,
  keys: Keyboard,
  'version-history': History,
  'credentials-and-keys': KeyRound,
  troubleshooting: LifeBuoy,
  'coming-from-n8n': ArrowRightLeft,
};

/** Returns the configured URLs that are web pages; others would not open. */
export function helpAddresses(settings: object): HelpAddresses {
  const { help } = settings as { readonly help?: unknown };
  if (typeof help !== 'object' || help === null) return {};
  const customEntries = new Map(Object.entries(help));
  return Object.fromEntries(
    topics.flatMap(([id]) => (isWebPage(customEntries.get(id)) ? [[id, customEntries.get(id)]] : [])),
  ) as HelpAddresses;
}

export const helpEntries = (
  t: (key: string) => string,
  { addresses, show, about }: { readonly addresses: HelpAddresses; readonly show: (path: string) => void; readonly about: () => void },
): readonly Exclude<MenuEntry, 'line'>[] => [
  ...helpPages.map((page) => ({
    id: page,
    icon: <Icon of={pageIcons[page]} />,
    label: t(`help.pages.${page}`),
    onSelect: () => show(helpPath(page)),
  })),
  ...topics.flatMap(([id, icon]) => {
    const address = addresses[id];
    if (address === undefined) return [];
    return [{ id, icon: <Icon of={icon} />, label: t(`help.${id}`), onSelect: () => void open(address, '_blank', 'noopener,noreferrer') }];
  }),
  { id: 'about', icon: <Icon of={Info} />, label: t('help.about'), onSelect: about },
];
