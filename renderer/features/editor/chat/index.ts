// Public interface of the chat. It is loaded when the chat is opened for the first time.
import chat from '../../../../locales/en/chat.json' with { type: 'json' };
import { addTexts } from '../../../i18n/index.ts';

addTexts({ chat });

export { ChatPanel } from './chat-panel.tsx';
