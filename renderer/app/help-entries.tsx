// What the help menu leads to.
import { BookOpen, CirclePlay, GraduationCap, Info, MessagesSquare, type LucideIcon } from 'lucide-react';
import type { MenuEntry } from '../ui/menu.tsx';
import { Icon } from '../ui/icon.tsx';

const topics: readonly (readonly [id: string, icon: LucideIcon])[] = [
  ['quickstart', CirclePlay],
  ['documentation', BookOpen],
  ['forum', MessagesSquare],
  ['courses', GraduationCap],
];

export const helpEntries = (
  t: (key: string) => string,
  { open, about }: { readonly open: (path: string) => void; readonly about: () => void },
): readonly Exclude<MenuEntry, 'line'>[] => [
  ...topics.map(([id, icon]) => ({ id, icon: <Icon of={icon} />, label: t(`help.${id}`), onSelect: () => open(`/help/${id}`) })),
  { id: 'about', icon: <Icon of={Info} />, label: t('help.about'), onSelect: about },
];
