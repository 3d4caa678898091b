// Asks for confirmation before an action that cannot be undone, or which of two actions to take.
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** Label of the confirming button, such as `Delete 3 executions`. */
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
}

/** A question with a second action. */
export interface ChoiceQuestion extends Question {
  readonly otherLabel: string;
}

export type Choice = 'confirm' | 'other' | 'cancel';

type Ask = (question: Question | ChoiceQuestion) => Promise<Choice>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve('cancel'));

/** Returns a function that asks and resolves with whether the user confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const ask = useContext(ConfirmContext);
  return useCallback(async (question) => (await ask(question)) === 'confirm', [ask]);
}

/** Returns a function that asks which of two actions to take, if any. */
export const useChoice = (): ((question: ChoiceQuestion) => Promise<Choice>) => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | ChoiceQuestion>();
  const [isOpen, setIsOpen] = useState(false);
  const response = useRef<(choice: Choice) => void>(undefined);
  const ask = useCallback<Ask>((next) => {
    response.current?.('cancel');
    setQuestion(next);
    setIsOpen(true);
    return new Promise((resolve) => (response.current = resolve));
  }, []);
  const end = (choice: Choice): void => {
    setIsOpen(false);
    response.current?.(choice);
    response.current = undefined;
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Dialog
        title={question?.title}
        isOpen={isOpen}
        onClose={() => end('cancel')}
        width="460px"
        footer={
          <>
            <Button autoFocus={question?.isDangerous} onClick={() => end('cancel')}>
              {t('cancel')}
            </Button>
            {question !== undefined && 'otherLabel' in question ? (
              <Button onClick={() => end('other')}>{question.otherLabel}</Button>
            ) : null}
            <Button
              kind={question?.isDangerous === true ? 'danger' : 'primary'}
              autoFocus={question?.isDangerous !== true}
              onClick={() => end('confirm')}
            >
              {question?.confirmLabel}
            </Button>
          </>
        }
      >
        {question?.text}
      </Dialog>
    </ConfirmContext>
  );
}
