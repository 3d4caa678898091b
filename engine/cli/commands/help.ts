// `millrace help`: shows all commands, the help of one command, or every setting.
import { defaultDataDir } from '../../data-dir.ts';
import { settingsTable } from '../../settings/table.ts';
import type { SettingSpec } from '../../settings/setting-kinds.ts';
import { exitCodes, say, type Streams } from '../output.ts';
import { text, withOwnCommands } from '../text.ts';
import texts from '../../../locales/en/cli.json' with { type: 'json' };

/** Shows the help; returns the exit code. */
export function helpCommand([topic, ...rest]: readonly string[], { out, err }: Streams): number {
  if (topic === 'settings' && rest.length === 0) {
    say(out, settingsHelp());
  } else if (topic === undefined) {
    say(out, text('help.overview'));
  } else if (Object.hasOwn(texts.help.commands, topic)) {
    say(out, text(`help.commands.${topic}`, { dataDir: defaultDataDir() }));
  } else {
    say(err, text('noHelp', { topic }));
    return exitCodes.badUse;
  }
  return exitCodes.success;
}

function settingsHelp(): string {
  const specs: readonly SettingSpec[] = Object.values(settingsTable);
  return [text('help.settings', { dataDir: defaultDataDir() }), ...specs.map(settingHelp)].join('\n\n');
}

function settingHelp({ variable, about, fallback, isInverted, default: value }: SettingSpec): string {
  const other = text(isInverted === true ? 'help.fallbackInverted' : 'help.fallback', { fallback: fallback ?? '' });
  return `${variable}=${formatDefault(value)}\n  ${withOwnCommands(about)}.${fallback === undefined ? '' : `\n  ${other}`}`;
}

const formatDefault = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : value === Number.MAX_SAFE_INTEGER ? '' : String(value);
