// Shows the error of a run of the node, with all known details.
import './error-panel.css';
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stringifyExactly } from '../../../../../engine/contract/exact-numbers.ts';
import { isHttpStatus } from '../../../../../engine/contract/error-sentence.ts';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import type { NodeProperty } from '../../../../../engine/workflow/node-type.ts';
import { useAssistantModel } from '../../../../state/assistant.ts';
import { Button } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import { sizeWithin } from '../data-size.ts';
import { JsonTree } from '../tree/json-tree.tsx';
import { isNested } from '../values.ts';
import { ConsentsLink } from '../../view/consents-link.tsx';
import { errorTexts, timeText } from './error-texts.ts';
import { roundTripOf, HttpRoundTripView } from './http-round-trip.tsx';

const AskError = lazy(async () => ({ default: (await import('./ask-error.tsx')).AskError }));

/** Maximum number of bytes of a cause that is shown. */
const MAX_CAUSE_BYTES = 204_800;
/** Number of levels of the cause that are initially open. */
const CAUSE_DEPTH = 3;

interface ErrorPanelProps {
  readonly error: ErrorData;
  readonly properties: readonly NodeProperty[];
}

export function ErrorPanel({ error, properties }: ErrorPanelProps): ReactNode {
  const { t } = useTranslation('data');
  const texts = errorTexts(error, properties, (path) => t('error.noParameter', { path }));
  const roundTrip = roundTripOf(error);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['time', error.timestamp === undefined ? undefined : timeText(error.timestamp)],
    ['item', texts.itemIndex === undefined ? undefined : String(texts.itemIndex + 1)],
    ['run', texts.runIndex === undefined ? undefined : String(texts.runIndex + 1)],
    ['parameter', texts.parameter],
    [error.httpCode !== undefined && isHttpStatus(error.httpCode) ? 'code' : 'systemCode', error.httpCode],
    ['name', error.code === undefined ? error.name : `${error.name} (${error.code})`],
  ];
  return (
    <div className="data-scroll data-error" tabIndex={0} role="region" aria-label={t('error.region')}>
      <div role="alert">
        <p className="data-error-message">
          <span className="data-error-label">{t('error.label')}</span> {texts.message}
        </p>
        {texts.description === undefined ? null : (
          <div className="data-error-about">
            <SafeHtml html={texts.description} />
          </div>
        )}
        {error.hint === undefined || error.hint === '' ? null : <p className="data-error-about">{error.hint}</p>}
        {error.code === 'CONSENT_REFUSED' ? <ConsentsLink /> : null}
      </div>
      {roundTrip === undefined ? null : <HttpRoundTripView roundTrip={roundTrip} />}
      <details className="data-error-details">
        <summary>{t('error.details')}</summary>
        <dl>
          {facts.map(([fact, value]) =>
            value === undefined ? null : (
              <div key={fact}>
                <dt>{t(`error.${fact}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        <Cause cause={causeOf(error)} />
        {error.stack === undefined ? null : (
          <details>
            <summary>{t('error.stack')}</summary>
            <pre tabIndex={0}>{error.stack}</pre>
          </details>
        )}
      </details>
      <div className="data-error-actions">
        <CopyButton label={t('error.copy')} text={copied(error, texts.message)} />
        <AskButton error={error} texts={texts} />
      </div>
    </div>
  );
}

/** Nothing unless the user has chosen a model to ask. */
function AskButton({ error, texts }: { readonly error: ErrorData; readonly texts: ReturnType<typeof errorTexts> }): ReactNode {
  const { t } = useTranslation('data');
  const model = useAssistantModel();
  const [isOpen, setIsOpen] = useState(false);
  if (model === undefined) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon of={Sparkles} />
        {t('error.ask')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AskError {...{ error, ...texts }} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Returns the most detailed known cause: the response of the service or the underlying error. */
const causeOf = ({ cause, context }: ErrorData): unknown => context?.['causeDetailed'] ?? cause;

function Cause({ cause }: { readonly cause: unknown }): ReactNode {
  const { t } = useTranslation('data');
  if (cause === undefined || cause === null || cause === '') return null;
  const isTooLarge = sizeWithin(cause, MAX_CAUSE_BYTES) > MAX_CAUSE_BYTES;
  return (
    <details>
      <summary>{t('error.cause')}</summary>
      {isTooLarge ? (
        <p className="data-mark">{t('error.tooLarge')}</p>
      ) : (
        <>
          <CopyButton label={t('error.copyCause')} text={isNested(cause) ? stringifyExactly(cause, 2) : String(cause)} />
          <div className="data-error-cause">
            <JsonTree label={t('error.cause')} prefix="cause" values={[cause]} isList={false} depth={CAUSE_DEPTH} />
          </div>
        </>
      )}
    </details>
  );
}

function copied(error: ErrorData, message: string): string {
  const { message: _message, ...rest } = error;
  return stringifyExactly({ message, ...rest }, 2);
}
