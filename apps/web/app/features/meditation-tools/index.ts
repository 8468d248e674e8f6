export { PdfList } from './downloads.tsx';
