// The result of an expression for the chosen item, as it is shown.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenNode } from '../open-node/index.ts';
import { resultOf, type Result } from './result.ts';

/** Evaluates an expression. Results without a value have a text with the reason. */
export function useResult(text: string): Result {
  const { t } = useTranslation('expression');
  const { evaluate, input } = useOpenNode();
  const hasInput = input.source === undefined || input.items !== undefined;
  return useMemo(() => {
    const result = resultOf(evaluate(text), hasInput);
    const { kind } = result;
    return kind === 'empty' || kind === 'waiting' ? { kind, text: t(kind) } : result;
  }, [evaluate, text, hasInput, t]);
}
