// The form of a node's parameters.
export { CredentialFields } from './credentials/credential-fields.tsx';
export { ParameterField } from './parameter-input.tsx';
export { ParameterForm } from './parameter-field.tsx';
export { ParameterList } from './parameter-list.tsx';
