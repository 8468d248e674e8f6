export { OperatorForm } from './operator-form.tsx';
export { isOperatorMissing, operatorSettingsQuery } from './operator.api.ts';
export { OperatorDetails, RunBy, StaffedHours } from './page-notes.tsx';
