import { AppShell, Burger, Card, Group, SimpleGrid, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { LineChart } from './LineChart';
import { cards, rows, yearOfPrices } from './market';

const LINKS = ['Home', 'Stocks', 'ETFs', 'Crypto', 'Commodities', 'Calendar', 'News', 'Settings'];
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  signDisplay: 'always',
});

/** A plain page of market data: a shell, eight cards, a line chart of a year, and a table of forty rows. */
export function ReferencePage() {
  const [isOpen, setOpen] = useState(false);
  return (
    <AppShell header={{ height: 56 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md">
          <Burger opened={isOpen} onClick={() => setOpen(!isOpen)} hiddenFrom="sm" aria-label="Menu" />
          {LINKS.map((label) => (
            <Link key={label} to={`/${label.toLowerCase()}`}>
              {label}
            </Link>
          ))}
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <Title order={1}>Market overview</Title>
        <SimpleGrid cols={{ base: 2, md: 4 }} my="md">
          {cards.map(({ name, price, change }) => (
            <Card key={name} withBorder>
              <Text size="sm">{name}</Text>
              <Text fw={700}>{dollars.format(price)}</Text>
              <Text size="sm">{percent.format(change)}</Text>
            </Card>
          ))}
        </SimpleGrid>
        <LineChart points={yearOfPrices} />
        <Table.ScrollContainer minWidth={500}>
          <Table striped>
            <Table.Thead>
              <Table.Tr>
                {['Symbol', 'Name', 'Price', '24h', 'Volume'].map((heading) => (
                  <Table.Th key={heading}>{heading}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ symbol, name, price, change, volume }) => (
                <Table.Tr key={symbol}>
                  <Table.Td>
                    <Link to={`/ticker/${symbol}`}>{symbol}</Link>
                  </Table.Td>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{dollars.format(price)}</Table.Td>
                  <Table.Td>{percent.format(change)}</Table.Td>
                  <Table.Td>{volume.toLocaleString('en-US')}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </AppShell.Main>
    </AppShell>
  );
}
