#pragma once
// The numbers of the parts of a Model. A number of one kind is no number of another.
#include "core/typed_index.hpp"

namespace ritz {

using NodeId = TypedIndex<struct NodeTag>;              // Model::nodes
using ElasticId = TypedIndex<struct ElasticTag>;        // Model::elastic_bodies
using MarkerId = TypedIndex<struct MarkerTag>;          // Model::markers: a use of a marker of an elastic body
using BodyMarkerId = TypedIndex<struct BodyMarkerTag>;  // ElasticBody::markers, or a rigid body's as they were given
using TrackId = TypedIndex<struct TrackTag>;            // Model::tracks: a use of a track of a body
using MotionId = TypedIndex<struct MotionTag>;          // Model::motions
using JointId = TypedIndex<struct JointTag>;            // Model::joints
using LoopId = TypedIndex<struct LoopTag>;              // Model::loops
using CouplingId = TypedIndex<struct CouplingTag>;      // Model::couplings
using RowGroupId = TypedIndex<struct RowGroupTag>;      // LoopSystem::groups
using ForceId = TypedIndex<struct ForceTag>;            // Model::forces
using ControllerId = TypedIndex<struct ControllerTag>;  // Model::controllers

}  // namespace ritz
