// Asks for confirmation before an action that cannot be undone.
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

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(false));

/** Returns a function that asks and resolves with whether the user confirmed. */
export const useConfirm = (): Ask => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<(isAgreed: boolean) => void>(undefined);
  const ask = useCallback<Ask>((next) => {
    answer.current?.(false);
    setQuestion(next);
    setIsOpen(true);
    return new Promise((resolve) => (answer.current = resolve));
  }, []);
  const end = (isAgreed: boolean): void => {
    setIsOpen(false);
    answer.current?.(isAgreed);
    answer.current = undefined;
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Dialog
        title={question?.title}
        isOpen={isOpen}
        onClose={() => end(false)}
        width="460px"
        footer={
          <>
            <Button autoFocus={question?.isDangerous} onClick={() => end(false)}>
              {t('cancel')}
            </Button>
            <Button
              kind={question?.isDangerous === true ? 'danger' : 'primary'}
              autoFocus={question?.isDangerous !== true}
              onClick={() => end(true)}
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
