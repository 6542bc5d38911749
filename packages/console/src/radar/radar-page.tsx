import { Alert, EmptyState, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { DEFAULT_RADAR_HOURS } from '@player-support/contract/limits';
import { IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { projectsQuery } from '../data/queries/projects.ts';
import { radarQuery } from '../data/queries/radar.ts';
import { useQueueLocation } from '../data/queue/queue-location.ts';
import { useText } from '../i18n/text.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import './radar.css';
import { SeriesPanel } from './radar-series.tsx';
import { type Key, keyOf, valueText } from './series-name.ts';
import { SpikeList } from './spike-list.tsx';
import { useSeriesNames } from './use-series-names.ts';

const PERIODS = ['24', '48', '168'] as const;
const FILTERS = ['build', 'platform', 'type'] as const;
type Filter = (typeof FILTERS)[number];
type Chosen = Readonly<Partial<Record<Filter, string | null>>>;

export function RadarPage() {
  const { t } = useText();
  const projects = useQuery(projectsQuery);
  const list = projects.data?.projects;
  const [chosenProject, setProject] = useState<string | null>(null);
  const { search } = useQueueLocation();
  const known = [chosenProject, search.project].find((id) => list?.some((project) => project.id === id));
  const projectId = known ?? list?.[0]?.id;
  return (
    <Page title={t('nav.radar')}>
      <LoadedList query={projects} list={list} empty={<Empty />}>
        {projectId !== undefined && (
          <Radar
            key={projectId}
            projectId={projectId}
            projects={
              list !== undefined &&
              list.length > 1 && (
                <Select
                  label={t('label.project')}
                  data={list.map(({ id, name }) => ({ value: id, label: name }))}
                  value={projectId}
                  onChange={setProject}
                  allowDeselect={false}
                  flex="1 1 9rem"
                  maw="11rem"
                />
              )
            }
          />
        )}
      </LoadedList>
    </Page>
  );
}

function Empty() {
  const { t } = useText();
  return (
    <EmptyState icon={<IconRadar2 aria-hidden />} title={t('radar.empty.title')} description={t('radar.empty.text')} />
  );
}

function Radar({ projectId, projects }: { readonly projectId: string; readonly projects: ReactNode }) {
  const { t } = useText();
  const { typeOf } = useSeriesNames(projectId);
  const [hours, setHours] = useState(String(DEFAULT_RADAR_HOURS));
  const [chosen, setChosen] = useState<Chosen>({});
  const radar = useQuery(radarQuery(projectId, Number(hours)));
  const { data } = radar;
  const matches = (key: Key) =>
    FILTERS.every((filter) => (chosen[filter] ?? null) === null || JSON.stringify(key[filter]) === chosen[filter]);
  const series = data?.series.filter(matches);
  const optionsOf = (filter: Filter) =>
    [...new Set(data?.series.map((one) => one[filter]))].map((value) => ({
      value: JSON.stringify(value),
      label: filter === 'type' ? typeOf(value ?? '') : valueText(filter, value, t),
    }));
  return (
    <Stack gap="lg">
      <Group align="end" gap="sm">
        {projects}
        <SegmentedControl
          aria-label={t('radar.hours')}
          value={hours}
          onChange={setHours}
          data={PERIODS.map((value) => ({ value, label: t(`radar.hours.${value}`) }))}
        />
        {FILTERS.map((filter) => (
          <Select
            key={filter}
            label={t(`radar.${filter}`)}
            placeholder={t('radar.all')}
            data={optionsOf(filter)}
            value={chosen[filter] ?? null}
            onChange={(value) => setChosen({ ...chosen, [filter]: value })}
            clearable
            flex="1 1 9rem"
            maw="11rem"
          />
        ))}
      </Group>
      {data?.isLearning && <Alert color="blue">{t('radar.learning')}</Alert>}
      <LoadedList query={radar} list={data?.series} empty={<Empty />}>
        {data !== undefined && series !== undefined && (
          <div>
            {(data.spikes.length > 0 || !data.isLearning) && (
              <Section title={t('radar.spikes')}>
                <SpikeList projectId={projectId} spikes={data.spikes.filter(matches)} />
              </Section>
            )}
            <Section title={t('radar.series')} text={t('radar.series.text')}>
              {series.length === 0 && <Text c="dimmed">{t('radar.none')}</Text>}
              <ul className="radar-grid" aria-label={t('radar.series')}>
                {series.map((one) => (
                  <SeriesPanel
                    key={keyOf(one)}
                    projectId={projectId}
                    series={one}
                    from={data.from}
                    spikes={data.spikes}
                  />
                ))}
              </ul>
              {data.moreSeries > 0 && (
                <Text size="sm" c="dimmed">
                  {t('radar.more', { count: data.moreSeries })}
                </Text>
              )}
            </Section>
          </div>
        )}
      </LoadedList>
    </Stack>
  );
}
