// The example workflow for users without workflows.
export async function exampleFile(): Promise<File> {
  const { default: example } = await import('../../examples/invoices.json', { with: { type: 'json' } });
  return new File([JSON.stringify(example)], 'invoices.json', { type: 'application/json' });
}
