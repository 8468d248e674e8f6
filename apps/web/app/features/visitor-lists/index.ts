export { Thanks, VisitorListForm } from './visitor-list-form.tsx';
