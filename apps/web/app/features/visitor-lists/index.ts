export { ThankYouMessage, VisitorListForm } from './visitor-list-form.tsx';
