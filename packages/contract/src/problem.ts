import { type Static, Type } from 'typebox';
import { PROJECT_PROBLEMS, SECOND_FACTORS } from './enums.ts';
import type { FieldProblemCode } from './field-problems.ts';
import { alternatives, Enum, Int32, NamedObject, Nullable, OpenEnum } from './schema.ts';

const SecondFactor = Enum(SECOND_FACTORS);

const problemFields = {
  type: Type.Optional(
    Nullable(
      Type.String({ description: 'Identifies the kind of problem, such as `/problems/ticket-closed`. Stable.' }),
    ),
  ),
  title: Type.Optional(Nullable(Type.String({ description: 'A short summary, the same for each problem of a type.' }))),
  status: Type.Optional(Nullable(Int32('The HTTP status code.'))),
  detail: Type.Optional(Nullable(Type.String({ description: 'What is wrong in this request, and what to do.' }))),
  instance: Type.Optional(Nullable(Type.String({ description: 'The path of the request.' }))),
};

/** RFC 9457, section 3.1. */
export const ProblemDetails = NamedObject('ProblemDetails', problemFields, {
  description: 'Problem details as in RFC 9457.',
});
export type ProblemDetails = Static<typeof ProblemDetails>;

const validationFields = {
  ...problemFields,
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description:
        'Messages by field. A nested field has a dotted name, such as `context.locale`. `$` is the whole body.',
    }),
  ),
};

export const ValidationProblemDetails = NamedObject('ValidationProblemDetails', validationFields, {
  description: 'Problem details as in RFC 9457, with what is wrong in each field.',
});
export type ValidationProblemDetails = Static<typeof ValidationProblemDetails>;

const NamedFieldProblem = NamedObject('FieldProblem', {
  field: Type.String({ description: 'A name as in `errors`.' }),
  // Not an enum: clients with a closed list could not read a newer server's codes.
  code: Type.Unsafe<FieldProblemCode>({
    type: 'string',
    description: 'What is wrong. `/problems/validation` lists the codes. Stable; a newer server can have more.',
  }),
  parameters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Numbers, texts and lists of texts that the message contains, such as `max`. Absent if there are none.',
    }),
  ),
});

/** Only in the team API: the player API follows its specification exactly. */
export const TeamValidationProblem = NamedObject(
  'TeamValidationProblem',
  {
    ...validationFields,
    problems: Type.Optional(
      Type.Array(NamedFieldProblem, {
        description: 'What `errors` says, for programs. In the same order, with a code for each message.',
      }),
    ),
  },
  { description: 'Problem details as in RFC 9457, with what is wrong in each field, for people and for programs.' },
);
export type TeamValidationProblem = Static<typeof TeamValidationProblem>;

export const SecondFactorProblem = NamedObject(
  'SecondFactorProblem',
  {
    ...problemFields,
    factors: Type.Optional(
      Type.Array(SecondFactor, {
        description: 'With `/problems/second-factor-required`: what the member can send. Any one of them is enough.',
      }),
    ),
  },
  { description: 'Problem details as in RFC 9457, with the second factors of the member.' },
);

export const ProjectUnavailableResponse = NamedObject('ProjectUnavailableResponse', {
  error: NamedObject('ProjectUnavailableError', {
    code: OpenEnum(PROJECT_PROBLEMS, `${alternatives(PROJECT_PROBLEMS)}.`),
    message: Type.String(),
  }),
  requestId: Type.String(),
});
