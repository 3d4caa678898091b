// The sentence and the example that describe a suggestion.
import type { Suggestion } from '../../../../engine/expression/index.ts';
import texts from '../../../../locales/en/completions.json' with { type: 'json' };
import { ownValue } from '../../../../engine/workflow/values/own-properties.ts';
import { addTexts, i18n } from '../../../i18n/index.ts';

// The first screen needs none of these texts, so they are not part of its bundle.
addTexts({ completions: texts });

export interface CompletionText {
  readonly about: string;
  /** An expression. */
  readonly example: string;
}

/** Returns undefined for suggestions without a text, such as fields of the data. */
export function describedIn({ label, about }: Pick<Suggestion, 'label' | 'about'>): CompletionText | undefined {
  if (about === undefined) return undefined;
  const name = label.startsWith('$(') ? '$' : label.replace('()', '');
  if (ownValue(texts[about], name) === undefined) return undefined;
  const key = `completions:${about}.${name}`;
  return { about: i18n.t(`${key}.about`), example: i18n.t(`${key}.example`) };
}
