export { PdfList } from './pdf-list.tsx';
