// GET /metrics for Prometheus: the process, active workflows and running executions. Off by default; no authentication.
import type { FastifyInstance } from 'fastify';

export interface Figures {
  readonly activeWorkflows: () => number;
  readonly runningExecutions: () => number;
}

export async function mountMetrics(app: FastifyInstance, basePath: string, figures: Figures): Promise<void> {
  const { Gauge, Registry, collectDefaultMetrics } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register, prefix: 'millrace_' });
  const gauge = (name: string, help: string, read: () => number): void => {
    const made: { set(value: number): void } = new Gauge({
      name,
      help,
      registers: [register],
      collect(): void {
        made.set(read());
      },
    });
  };
  gauge('millrace_active_workflows', 'Workflows that are switched on', figures.activeWorkflows);
  gauge('millrace_running_executions', 'Executions that run now', figures.runningExecutions);
  app.get(`${basePath}metrics`, async (_request, reply) => reply.type(register.contentType).send(await register.metrics()));
}
