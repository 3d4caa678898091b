// Editing of the output: what is written becomes the node's pinned data.
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { change } from '../actions/change.ts';
import { sayPinned } from '../actions/pin-output.ts';
import type { PinProblem } from '../document/pinned.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { pinnedText } from './edit-output.ts';

export interface OutputEdit {
  /** The text that is edited; undefined while it is not. */
  readonly draft: string | undefined;
  readonly setDraft: (draft: string | undefined) => void;
  /** Why the text could not be saved; gone as soon as it is changed. */
  readonly problem: PinProblem | undefined;
  /** Pins what is written; answers whether it could be. */
  readonly save: () => boolean;
  /** Asks what is to become of an edit before the view closes; answers whether it may. */
  readonly leave: () => Promise<boolean>;
}

export function useOutputEdit(): OutputEdit {
  const { t } = useTranslation('data');
  const { editor, id, node } = useNodeView();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<PinProblem>();
  const latest = useRef({ draft, name: node.name });
  latest.current = { draft, name: node.name };
  const before = useRef<string>(undefined);
  return useMemo(() => {
    const write = (next: string | undefined): void => {
      if (latest.current.draft === undefined) before.current = next;
      latest.current = { ...latest.current, draft: next };
      setDraft(next);
      setProblem(undefined);
    };
    const save = (): boolean => {
      const made = pinnedText(editor.editor().history.present, id, latest.current.draft ?? '');
      if ('reason' in made) {
        setProblem(made);
        return false;
      }
      if (!change(editor, 'pin', () => made.file)) return false;
      write(undefined);
      sayPinned(editor, t('pin.done', { name: latest.current.name }));
      return true;
    };
    const leave = async (): Promise<boolean> => {
      const { draft: written } = latest.current;
      if (written === undefined || written === before.current) return true;
      const answer = await editor.ui.ask({
        title: t('edit.leaveTitle'),
        message: t('edit.leaveText'),
        confirm: t('edit.save'),
        other: t('edit.discard'),
      });
      return answer === 'other' || (answer === 'confirm' && save());
    };
    return { draft, setDraft: write, problem, save, leave };
  }, [draft, problem, editor, id, t]);
}
