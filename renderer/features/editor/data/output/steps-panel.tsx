// The steps of an agent as a timeline: each call of a model and of a tool, with tokens and time. Opens the attached nodes.
import { Brain, Braces, Database, Puzzle, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/icon.tsx';
import { editorActions } from '../../document/editor-slice.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { totalsOf, type AgentStep } from '../../runs/agent-steps.ts';
import { costText, sumOfUse } from '../../runs/model-use.ts';
import './steps-panel.css';

const icons: Readonly<Record<string, LucideIcon>> = {
  ai_languageModel: Brain,
  ai_tool: Wrench,
  ai_memory: Database,
  ai_outputParser: Braces,
};

export function StepsPanel({ steps }: { readonly steps: readonly AgentStep[] }): ReactNode {
  const { t } = useTranslation('data');
  const { models, tools, tokens, cost } = totalsOf(steps);
  const counted = [
    models > 0 ? t('steps.models', { count: models }) : '',
    tools > 0 ? t('steps.tools', { count: tools }) : '',
    tokens.prompt + tokens.answer > 0
      ? t('steps.tokens', { prompt: tokens.prompt.toLocaleString(), answer: tokens.answer.toLocaleString() })
      : '',
    costText(t, cost),
  ];
  return (
    <details className="agent-steps">
      <summary>
        <span className="agent-steps-title">{t('steps.title', { count: steps.length })}</span>
        <span className="agent-steps-totals">{counted.filter((text) => text !== '').join(' · ')}</span>
      </summary>
      <Steps steps={steps} />
    </details>
  );
}

function Steps({ steps }: { readonly steps: readonly AgentStep[] }): ReactNode {
  return (
    <ol className="agent-steps-list">
      {steps.map((step, index) => (
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { readonly step: AgentStep }): ReactNode {
  const { t } = useTranslation('data');
  const { editor, graph } = useOpenNode();
  const { node, type, time, tokens, model, error, thought, text, calls, uses, steps } = step;
  const id = graph.node(node)?.id;
  const facts = [
    model ?? '',
    t('steps.time', { time: time.toLocaleString() }),
    tokens === undefined ? '' : t('steps.tokens', { prompt: tokens.prompt.toLocaleString(), answer: tokens.answer.toLocaleString() }),
    costText(t, sumOfUse(uses)),
  ];
  return (
    <li className="agent-step" data-failed={error === undefined ? undefined : ''}>
      <span className="agent-step-mark">
        <Icon of={icons[type] ?? Puzzle} size={14} />
      </span>
      <div className="agent-step-head">
        {id === undefined ? (
          <span className="agent-step-name">{node}</span>
        ) : (
          <button type="button" className="agent-step-name" onClick={() => editor.dispatch(editorActions.nodeOpened(id))}>
            {node}
          </button>
        )}
        <span className="agent-step-facts">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </div>
      {thought === undefined ? null : <Part label={t('steps.thought')} value={thought} />}
      {calls.map((call, index) => (
        <Part key={index} label={t('steps.calls', { name: call.name })} value={call.args} />
      ))}
      {text === undefined ? null : <Part label={t('steps.answer')} value={text} />}
      {step.input === undefined ? null : <Part label={t('steps.input')} value={step.input} />}
      {step.output === undefined ? null : <Part label={t('steps.output')} value={step.output} />}
      {error === undefined ? null : <Part label={t('steps.failed')} value={error} />}
      {steps.length === 0 ? null : <Steps steps={steps} />}
    </li>
  );
}

function Part({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  return (
    <div className="agent-step-part">
      <span className="agent-step-label">{label}</span>
      <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
