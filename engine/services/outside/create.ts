// Creates the clients of outside services. A service without an address is off.
import type { ServiceEvents } from '../events.ts';
import type { Components, ServiceConfig } from '../service-config.ts';
import { ContactService } from './contact.ts';
import { OnboardingService } from './onboarding.ts';
import { PromptService } from './prompts.ts';
import { Telemetry } from './telemetry.ts';

export interface OutsideServices {
  readonly contact: ContactService;
  readonly onboarding: OnboardingService;
  readonly prompts: PromptService;
  readonly telemetry: Telemetry;
}

export function createOutsideServices(
  { store, http, clock, logger }: Components,
  config: ServiceConfig,
  events: ServiceEvents,
): OutsideServices {
  const { instanceId, version } = config;
  const { promptsHost, onboardingHost, onboardingDays: days, contactHost, telemetryEndpoint: endpoint } = config.settings;
  const now = (): number => clock.now();
  const telemetry = new Telemetry({ http, clock, endpoint, version, instanceId, logger });
  if (telemetry.isOn) {
    events.on('run', (event) => {
      if (event.type !== 'executionFinished') return;
      const { workflowId, status } = event;
      telemetry.track({ name: 'workflow executed', properties: { workflow: telemetry.hash(workflowId), status } });
    });
  }
  return {
    telemetry,
    contact: new ContactService({ http, host: contactHost, instanceId, logger }),
    onboarding: new OnboardingService({ http, host: onboardingHost, instanceId, users: store.users, now, days }),
    prompts: new PromptService({ http, host: promptsHost, instanceId }),
  };
}
