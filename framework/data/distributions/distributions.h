// The entries of the registry, one function per distribution.
#pragma once

#include "framework/data/generator.h"

namespace touchstone::data {

DistributionInfo UniformDistribution();
DistributionInfo NormalDistribution();
DistributionInfo LogUniformDistribution();
DistributionInfo ConstantDistribution();
DistributionInfo BitsDistribution();
DistributionInfo ExhaustiveDistribution();
DistributionInfo SpecialsDistribution();
DistributionInfo OutliersDistribution();
DistributionInfo ValuesDistribution();
DistributionInfo FileDistribution();
DistributionInfo HardLabelsDistribution();
DistributionInfo SoftLabelsDistribution();

}  // namespace touchstone::data
