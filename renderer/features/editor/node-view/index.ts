// The view of the open node, loaded on demand.
import expression from '../../../../locales/en/expression.json' with { type: 'json' };
import params from '../../../../locales/en/params.json' with { type: 'json' };
import { addTexts } from '../../../i18n/index.ts';

addTexts({ expression, params });

export { NodeViewScreen } from './node-view-screen.tsx';
