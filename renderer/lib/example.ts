// The example workflow that somebody without workflows is offered.
export async function exampleFile(): Promise<File> {
  const { default: example } = await import('../../examples/invoices.json', { with: { type: 'json' } });
  return new File([JSON.stringify(example)], 'invoices.json', { type: 'application/json' });
}
