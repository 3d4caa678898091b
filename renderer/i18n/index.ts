// Sets up i18next over locales/<language>. English is bundled; other languages would be loaded. The texts of suggestions are added by the code room,
// which loads them with the code editor.
import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import account from '../../locales/en/account.json' with { type: 'json' };
import canvas from '../../locales/en/canvas.json' with { type: 'json' };
import chat from '../../locales/en/chat.json' with { type: 'json' };
import common from '../../locales/en/common.json' with { type: 'json' };
import creator from '../../locales/en/creator.json' with { type: 'json' };
import credentials from '../../locales/en/credentials.json' with { type: 'json' };
import data from '../../locales/en/data.json' with { type: 'json' };
import editor from '../../locales/en/editor.json' with { type: 'json' };
import executions from '../../locales/en/executions.json' with { type: 'json' };
import expression from '../../locales/en/expression.json' with { type: 'json' };
import consents from '../../locales/en/consents.json' with { type: 'json' };
import nodeView from '../../locales/en/nodeView.json' with { type: 'json' };
import packages from '../../locales/en/packages.json' with { type: 'json' };
import params from '../../locales/en/params.json' with { type: 'json' };
import settings from '../../locales/en/settings.json' with { type: 'json' };
import surveys from '../../locales/en/surveys.json' with { type: 'json' };
import vault from '../../locales/en/vault.json' with { type: 'json' };
import workflows from '../../locales/en/workflows.json' with { type: 'json' };

export const i18n: I18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: {
    en: {
      canvas,
      account,
      chat,
      common,
      creator,
      credentials,
      data,
      editor,
      executions,
      expression,
      consents,
      nodeView,
      packages,
      params,
      settings,
      surveys,
      vault,
      workflows,
    },
  },
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
});
