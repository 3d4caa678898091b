// The form of a node's parameters.
export { CredentialFields } from './credential-fields.tsx';
export { ParameterField } from './nested-field.tsx';
export { ParameterForm } from './parameter-form.tsx';
export { ParameterList } from './parameter-list.tsx';
