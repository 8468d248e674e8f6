/** Types for the part of the package that we use. The package ships none. */
declare module 'subset-font' {
  type AxisRange = { min: number; max: number };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes: Record<string, number | AxisRange> },
  ): Promise<Buffer>;
}
