export { OperatorForm } from './operator-form.tsx';
export { isOperatorMissing, communitySettingsQuery } from './operator.api.ts';
export { OperatorDetails, RunBy, StaffedHours } from './page-notes.tsx';
