export { Thanks } from './thanks.tsx';
export { VisitorListForm } from './visitor-list-form.tsx';
