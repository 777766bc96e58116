import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';
import type { BarOf } from './bar-chart.tsx';

export type CountTableProps = { readonly label: string; readonly of: string; readonly bars: readonly BarOf[] };

/** The same counts as a table. */
export const CountTable = ({ label, of, bars }: CountTableProps) => (
  <Table label={label}>
    <TableHead>
      <TableRow>
        <TableHeaderCell>{of}</TableHeaderCell>
        <TableHeaderCell className="text-right">Count</TableHeaderCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {bars.map((bar) => (
        <TableRow key={bar.label}>
          <TableCell>{bar.label}</TableCell>
          <TableCell className="text-right">{bar.count.toLocaleString('en')}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
