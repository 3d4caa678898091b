// Public interface of the assistant: its settings, and questions to the model that the user has chosen.
import assistant from '../../../locales/en/assistant.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ assistant });

export { Answer } from './answer.tsx';
export { AssistantPage } from './assistant-page.tsx';
export { SendBar } from './send-bar.tsx';
export { expressionIn } from './expression-in.ts';
export { useQuestion, type Question } from './use-question.ts';
export { withoutSecrets, withoutSecretText } from './without-secrets.ts';
