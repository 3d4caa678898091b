// Fills the node's parameters from a cURL command.
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../../engine/contract/json.ts';
import { editorApi } from '../../../../api/editor.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/floating/dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { change } from '../../actions/change.ts';
import { setParameters } from '../../document/operations.ts';
import { useOpenNode, withParameter } from '../../open-node/index.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { useDialog } from '../../../../ui/floating/focus.ts';

/** Rows and width of the dialog. */
const ROWS = 5;
const WIDTH = '700px';

export function CurlInput({ isDisabled }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const { isOpen, button, open, close } = useDialog();
  if (isDisabled) return null;
  return (
    <>
      <Button ref={button} size="small" className="param-add" onClick={open}>
        <Icon of={Download} size={13} />
        {t('curl.import')}
      </Button>
      {isOpen ? <CurlDialog onClose={close} /> : null}
    </>
  );
}

function CurlNote({ problem }: { readonly problem: RequestFailure | undefined }): ReactNode {
  const { t } = useTranslation('params');
  if (problem === undefined) {
    return (
      <span id="curl-note" className="field-hint">
        {t('curl.note')}
      </span>
    );
  }
  return (
    <span id="curl-note" className="field-error" role="alert">
      {[problem.message, problem.hint].filter(Boolean).join(' ')}
    </span>
  );
}

function CurlDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('params');
  const { editor, id } = useOpenNode();
  const [command, setCommand] = useState('');
  const [problem, setProblem] = useState<RequestFailure>();
  const [convert, { isLoading }] = editorApi.useCurlToJsonMutation();
  const apply = async (): Promise<void> => {
    if (command.trim() === '') return;
    const { data, error } = await convert({ body: { curlCommand: command } });
    if (data === undefined) return setProblem(error as RequestFailure);
    change(editor, 'curl', (file) => setParameters(file, id, parametersOfCurl(data)));
    const notices = noticesOfCurl(data);
    if (notices.length > 0) editor.ui.notify({ kind: 'warning', title: t('curl.doneTitle'), message: notices.join('\n'), isSticky: true });
    onClose();
  };
  return (
    <Dialog
      title={t('curl.title')}
      isOpen
      isBusy={isLoading}
      width={WIDTH}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" disabled={isLoading} onClick={() => void apply()}>
            {t('curl.confirm')}
          </Button>
        </>
      }
    >
      <div className="field">
        <label className="field-label" htmlFor="curl-command">
          {t('curl.label')}
        </label>
        <textarea
          id="curl-command"
          className="input param-text-dialog"
          rows={ROWS}
          autoFocus
          spellCheck={false}
          placeholder={t('curl.placeholder')}
          value={command}
          aria-invalid={problem !== undefined}
          aria-describedby="curl-note"
          onChange={(event) => {
            setCommand(event.currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void apply();
          }}
        />
        <CurlNote problem={problem} />
      </div>
    </Dialog>
  );
}

const PREFIX = 'parameters.';

/** Converts the response of the import, a flat map such as `{'parameters.url': 'x'}`, to parameters; other keys are ignored. */
function parametersOfCurl(map: JsonObject): JsonObject {
  let parameters: JsonObject = {};
  for (const [path, value] of Object.entries(map)) {
    if (path.startsWith(PREFIX)) parameters = withParameter(parameters, {}, path.slice(PREFIX.length), value);
  }
  return parameters;
}

/** Returns notices about parts of the command that were not imported. */
const noticesOfCurl = (map: JsonObject): readonly string[] =>
  Object.entries(map).flatMap(([path, text]) => (/^notices\.\d+\.message$/.test(path) ? [String(text)] : []));
