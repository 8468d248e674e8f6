export { CsvDialog } from './lazy-csv-dialog.tsx';
