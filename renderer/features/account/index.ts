// Public interface of the account pages: sign-in, and the validation of user data.
export { ChangePasswordPage } from './change-password-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { emailRule, isEmail, nameRule, passwordRule, requiredRule } from './person-rules.ts';
export { SetUpPage } from './set-up-page.tsx';
export { SignInPage } from './sign-in-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
