import { type Static, Type } from 'typebox';
import { Int32 } from './schema.ts';

const problemFields = {
  type: Type.Optional(Type.Union([Type.String({ description: 'Stable; switch on it.' }), Type.Null()])),
  title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  status: Type.Optional(Int32('The HTTP status code.')),
  detail: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  instance: Type.Optional(Type.Union([Type.String(), Type.Null()])),
};

/** RFC 9457 problem details. */
export const ProblemDetails = Type.Object(problemFields);
export type ProblemDetails = Static<typeof ProblemDetails>;

/** Problem details with what is wrong in each field, under the field's JSON name; `$` is the body as a whole. */
export const ValidationProblemDetails = Type.Object({
  ...problemFields,
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
});
export type ValidationProblemDetails = Static<typeof ValidationProblemDetails>;

export const ProjectUnavailableResponse = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'project_not_found or project_disabled' }),
    message: Type.String(),
  }),
  requestId: Type.String(),
});
export type ProjectUnavailableResponse = Static<typeof ProjectUnavailableResponse>;
